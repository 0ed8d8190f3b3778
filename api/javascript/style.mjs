// Writes the styles of the page for the shadow of the web component: node style.mjs STYLE.CSS BOARD.CSS. Each variable of the page
// can be set from outside, by its name after --oxo-.

import fs from 'node:fs';

const [page, board] = process.argv.slice(2).map((file) => fs.readFileSync(file, 'utf8'));
const light = /^:root \{([^}]*)\}/m.exec(page);
const dark = /@media \(prefers-color-scheme: dark\) \{\s*:root[^{]*\{([^}]*)\}/.exec(page);
if (!light || !dark) throw new Error('style.css: want the colours of :root, light and dark');
const open = (block) => block[1].replace(/--([a-z-]+): ([^;]+);/g, (_, name, value) => `--${name}: var(--oxo-${name}, ${value});`);
const styles = `:host {${open(light)}}\n@media (prefers-color-scheme: dark) {\n:host {${open(dark)}}\n}\n${board}`;
console.log(`// The styles of the page: style.mjs has written this.\n\nexport const styles = ${JSON.stringify(styles)};`);
