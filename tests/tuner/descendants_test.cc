#include "tuner/job/descendants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <vector>

namespace colltune::tune {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<pid_t> IdsBelow(pid_t ancestor) {
  std::vector<pid_t> ids;
  for (const Process& process : Descendants(ancestor)) ids.push_back(process.id);
  return ids;
}

TEST(Descendants, AreChildrenAndTheirs) {
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NAME, "a) R 1 (b");  // as a name that looks like what follows it
    const pid_t grandchild = fork();
    if (grandchild > 0 && write(pipe_ends[1], &grandchild, sizeof grandchild) < 0) _exit(1);
    pause();
  }
  pid_t grandchild = 0;
  ASSERT_EQ(read(pipe_ends[0], &grandchild, sizeof grandchild), ssize_t{sizeof grandchild});
  EXPECT_THAT(IdsBelow(getpid()), UnorderedElementsAre(child, grandchild));
  EXPECT_THAT(IdsBelow(child), UnorderedElementsAre(grandchild));
  EXPECT_THAT(IdsBelow(grandchild), IsEmpty());
  EXPECT_EQ(ProgramOf(child), ProgramOf(getpid()));
  kill(grandchild, SIGKILL);
  kill(child, SIGKILL);
  siginfo_t ended{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_THAT(IdsBelow(getpid()), IsEmpty()) << "it has ended, and is only waited for";
  waitpid(child, nullptr, 0);
  EXPECT_EQ(ProgramOf(child), "");
}

TEST(Descendants, HandleWhatTheySay) {
  EXPECT_FALSE(Handles(getpid(), SIGUSR1));
  std::signal(SIGUSR1, [](int) {});
  EXPECT_TRUE(Handles(getpid(), SIGUSR1));
  EXPECT_FALSE(Handles(getpid(), SIGUSR2));
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_FALSE(Handles(getpid(), SIGUSR1));
}

}  // namespace
}  // namespace colltune::tune
