// Values that take long to derive from another one, kept beside it.
#ifndef COLLTUNE_ALGORITHMS_MEMO_H_
#define COLLTUNE_ALGORITHMS_MEMO_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

namespace colltune {

/// Derived values by their arguments. Any thread may use it.
template <typename Key, typename Value>
class MemoTable {
 public:
  std::shared_ptr<const Value> Of(const Key& key, const std::function<Value()>& make) {
    const std::lock_guard lock(mutex_);
    if (values_.size() == kMost) values_.clear();
    std::shared_ptr<const Value>& value = values_[key];
    if (!value) value = std::make_shared<const Value>(make());
    return value;
  }

 private:
  static constexpr std::size_t kMost = 64;  // values, of 100 bytes a rank, or 200 KB for a forest

  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Value>> values_;
};

/// A MemoTable for each type of arguments and of derived values. The owner knows neither type, and
/// so includes nothing of what derives them. Any thread may use it.
class Memo {
 public:
  /// The value for `key`: the kept one, or else the result of `make`.
  template <typename Value, typename Key>
  std::shared_ptr<const Value> Of(const Key& key, const std::function<Value()>& make) {
    return TableOf<MemoTable<Key, Value>>().Of(key, make);
  }

 private:
  template <typename Table>
  Table& TableOf() {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<void>& table = tables_[typeid(Table)];
    if (!table) table = std::make_shared<Table>();
    return *static_cast<Table*>(table.get());
  }

  std::mutex mutex_;
  std::map<std::type_index, std::shared_ptr<void>> tables_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MEMO_H_
