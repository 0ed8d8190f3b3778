// The views of the page: each is an object with the same methods, so that no other
// module needs to know the list.

import { fill, h } from './dom.js';
import { buildExercise, showExercise } from './exercise.js';
import { buildLearn, showLearn } from './learn.js';
import { buildPlay, leavePlay, lookBack, redrawPlay, showPlay } from './play.js';
import { pass, playKey } from './press.js';
import { buildProof, leaveProof, proofKey, showProof } from './proof.js';
import { buildRules, leaveRules, showRules } from './rules.js';
import { buildSetup, leaveSetup, setupKey, showSetup } from './setup.js';
import { now, turn } from './shown.js';
import { state, update } from './store.js';
import { redo, restart, toggleBest, toggleScores, undo } from './steps.js';
import { buildTree, leaveTree, redrawTree, showTree, treeKey } from './tree.js';

/**
 * @typedef {Object} View
 * @property {string} title
 * @property {string} icon the path of its picture, 20 by 20 units; '' for a view that the bar does not list
 * @property {(element: HTMLElement) => void} build makes its elements, once
 * @property {() => void} show shows the state
 * @property {() => void} leave ends its requests
 * @property {() => void} redraw draws again after a change of the looks
 * @property {(event: KeyboardEvent) => boolean} key handles a key; returns whether the view uses it
 * @property {() => Partial<import('./store.js').Settings>} going the settings that a link to it changes, except the view
 * @property {string[]} shows the elements that it shows, its own and those of other views
 * @property {boolean} choice whether it has the choice of the game
 */

/** The keys of a game, except those of the board. @type {Record<string, () => void>} */
const ofPlay = {
  u: undo, r: redo, n: restart, f: turn, s: toggleScores, h: toggleScores, v: lookBack, p: pass, b: toggleBest, t: () => update({ view: 'tree', example: 0 }),
};

/** A reader without a game of their own sees the tree of an example. */
function example() {
  const none = now.first || (state.moves.length === 0 && state.position === '');
  return state.view === 'tree' ? {} : { example: none && state.example !== 0 ? 1 : 0 };
}

/**
 * Makes the methods of a view that is loaded when it is first shown, so that the page begins
 * sooner.
 * @param {() => Promise<{view: Pick<View, 'build'|'show'|'leave'|'redraw'|'key'>}>} load @param {string} style the file of its style sheet
 */
function later(load, style) {
  /** @type {Pick<View, 'build'|'show'|'leave'|'redraw'|'key'>|undefined} */
  let view;
  return {
    build(/** @type {HTMLElement} */ element) {
      fill(element, h('p', { class: 'hint', role: 'status' }, 'One moment…'));
      const styled = new Promise((resolve) => { document.head.append(h('link', { rel: 'stylesheet', href: style, onload: resolve, onerror: resolve })); });
      Promise.all([load(), styled]).then(([loaded]) => {
        loaded.view.build(element);
        ({ view } = loaded);
        if (!element.hidden) view.show();
      }).catch((error) => fill(element, h('p', { class: 'wrong' }, `This view could not be loaded: ${error.message}`)));
    },
    show() { view?.show(); }, leave() { view?.leave(); }, redraw() { view?.redraw(); }, key: (/** @type {KeyboardEvent} */ event) => view?.key(event) ?? false,
  };
}

/** Loads the views that share modules. */
const training = () => import('./training.js');

/** @type {Record<string, View>} */
export const views = {
  play: {
    title: 'Play', icon: 'M2.5 4.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM7.5 2.5v15M12.5 2.5v15M2.5 7.5h15M2.5 12.5h15',
    build: buildPlay, show: showPlay, leave: leavePlay, redraw: redrawPlay, going: () => ({}), shows: ['play'], choice: true,
    key(event) {
      const does = Object.hasOwn(ofPlay, event.key) ? ofPlay[event.key] : null;
      if (!does) return playKey(event);
      does();
      return true;
    },
  },
  tree: {
    title: 'Explore', icon: 'M10 6 5 14M10 6l5 8M7.5 2h5v5h-5zM2.5 13h5v5h-5zM12.5 13h5v5h-5z',
    build: buildTree, show: showTree, leave: leaveTree, redraw: redrawTree, key: treeKey, going: example, shows: ['tree'], choice: true,
  },
  learn: { // an essay has a tree next to it
    title: 'Learn', icon: 'M10 5C8 3.5 5 3.500 2.500 4v12c2.500-.5 5.500-.5 7.500 1 2-1.500 5-1.500 7.500-1V4C15 3.500 12 3.500 10 5zM10 5v12',
    build: buildLearn, show: showLearn, leave: leaveTree, redraw: redrawTree, going: () => ({ essay: state.essay || 'minimax' }), shows: ['learn', 'tree'], choice: false,
    key(event) { // the keys that scroll the essay stay with it
      const scrolls = /^(Arrow|Home|End|Enter| $)/.test(event.key) && !(/** @type {HTMLElement} */ (event.target)).closest('#tree');
      return !scrolls && treeKey(event);
    },
  },
  exercise: {
    title: 'Exercises', icon: 'M3 17l1-4L14 3l3 3L7 16z',
    build: buildExercise, show: showExercise, leave() {}, redraw() {}, key: () => false, going: () => ({}), shows: ['exercise'], choice: false,
  },
  puzzles: {
    title: 'Puzzles', icon: 'M3 8h4c-1.500-5 6.500-5 5 0h4v4c-4-1.500-4 5.500 0 4v1H3z',
    ...later(() => training().then(({ views: { puzzles: view } }) => ({ view })), 'puzzles.css'), going: () => ({}), shows: ['puzzles'], choice: false,
  },
  courses: { // the view Learn leads here
    title: 'Courses', icon: '',
    ...later(() => training().then(({ views: { courses: view } }) => ({ view })), 'courses.css'), going: () => ({}), shows: ['courses'], choice: false,
  },
  proof: {
    title: 'Proofs', icon: 'M5 2.500h7l4 4v11H5zM7.500 12l2 2 3.500-4.500',
    build: buildProof, show: showProof, leave: leaveProof, redraw() {}, key: proofKey, going: () => ({}), shows: ['proof'], choice: false,
  },
  edit: { // the board leads here
    title: 'Set up a position', icon: '',
    build: buildSetup, show: showSetup, leave: leaveSetup, redraw() {}, key: setupKey, going: () => ({}), shows: ['edit'], choice: true,
  },
  rulesheet: { // the menu of games opens this view
    title: 'Your own rules', icon: '',
    build: buildRules, show: showRules, leave: leaveRules, redraw() {}, key: () => false, going: () => ({}), shows: ['rulesheet'], choice: true,
  },
};
