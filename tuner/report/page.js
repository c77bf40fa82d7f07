'use strict';
(() => {
  document.documentElement.classList.add('scripted');
  const maps = [...document.querySelectorAll('svg.map')];
  const evidenceOf = (cell) => document.getElementById('e-' + cell.id);
  const isCell = (element) => element !== null && element.classList.contains('cell');

  // One cell of each map takes part in the order of the Tab key: the last that was on.
  const enter = (cell) => {
    for (const other of cell.closest('svg').querySelectorAll('.cell')) {
      other.setAttribute('tabindex', other === cell ? '0' : '-1');
    }
  };
  for (const map of maps) {
    const first = map.querySelector('.cell');
    if (first) enter(first);
  }

  const close = () => {
    for (const open of document.querySelectorAll('.open')) open.classList.remove('open');
  };
  const show = (cell) => {
    close();
    cell.classList.add('open');
    const evidence = evidenceOf(cell);
    evidence.classList.add('open');
    const hidden = cell.getBoundingClientRect().bottom - evidence.getBoundingClientRect().top;
    if (hidden > 0) scrollBy(0, hidden + 40);  // a line of the map below stays in sight, too
  };
  const go = (cell) => {
    enter(cell);
    cell.focus();
    if (document.querySelector('.evidence.open')) show(cell);
  };

  // Links to evidence, in tables or from elsewhere, open the cell itself.
  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const cell = name.startsWith('e-') ? document.getElementById(name.slice(2)) : null;
    if (!isCell(cell)) return;
    cell.scrollIntoView({block: 'center', inline: 'nearest'});
    enter(cell);
    cell.focus({preventScroll: true});
    show(cell);
  };

  document.addEventListener('click', (event) => {
    const cell = event.target.closest('.cell');
    if (cell) {
      event.preventDefault();
      go(cell);
      show(cell);
    } else if (event.target.closest('.close')) {
      event.preventDefault();
      const open = document.querySelector('.cell.open');
      close();
      open.focus();
    } else {
      const link = event.target.closest('a[href^="#e-"]');
      // The same link again changes no address.
      if (link && link.getAttribute('href') === location.hash) follow();
    }
  });

  const kSteps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      return;
    }
    const step = kSteps[event.key];
    const cell = document.activeElement;
    if (!step || !isCell(cell)) return;
    event.preventDefault();
    const rows = [...cell.closest('svg').querySelectorAll('.row')];
    const row = rows.indexOf(cell.parentNode);
    const column = [...cell.parentNode.children].indexOf(cell);
    const next = rows[row + step[0]]?.children[column + step[1]];
    if (next) go(next);
  });

  window.addEventListener('hashchange', follow);
  follow();
})();
