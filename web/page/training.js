// The views that are loaded together when one of them is first shown: they share modules.

import { courses } from './courses.js';
import { view } from './puzzles.js';

export const views = { puzzles: view, courses };
