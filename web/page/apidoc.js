// Shows the description of the API as readable text.

import { fill, find, h } from './dom.js';

/** @param {any} schema @param {any} all @returns {string} */
function kind(schema, all) {
  if (!schema) return '';
  if (schema.$ref) return kind(all[schema.$ref.split('/').pop()], all) === 'object' ? schema.$ref.split('/').pop() : '';
  const type = Array.isArray(schema.type) ? schema.type.filter((/** @type {string} */ t) => t !== 'null').join(' or ') : schema.type;
  if (type === 'array') return `list of ${schema.items.$ref ? schema.items.$ref.split('/').pop() : kind(schema.items, all)}`;
  return type ?? '';
}

/** @param {any} schema @param {any} all */
function fields(schema, all) {
  const rows = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  if (rows.length === 0) return null;
  return h('table', {}, h('thead', {}, h('tr', {}, ...['field', 'type', 'meaning'].map((t) => h('th', { scope: 'col' }, t)))),
    h('tbody', {}, ...rows.map(([name, s]) => h('tr', {}, h('th', { scope: 'row' }, h('code', {}, name)), h('td', {}, kind(s, all)),
      h('td', {}, s.description ?? '', s.enum ? ` (${s.enum.join(', ')})` : '')))));
}

/** @param {string} path @param {string} method @param {any} operation @param {any} all */
function describe(path, method, operation, all) {
  const answer = operation.responses?.['200'];
  const content = Object.entries(answer?.content ?? {})[0];
  const example = (operation.parameters ?? []).filter((/** @type {any} */ p) => p.in === 'query' && p.example !== undefined)
    .map((/** @type {any} */ p) => `${p.name}=${encodeURIComponent(p.example)}`).join('&');
  const body = operation.requestBody ? Object.values(operation.requestBody.content)[0] : null;
  const schema = content ? /** @type {any} */ (content[1]).schema : null;
  return h('section', {}, h('h2', {}, h('code', {}, `${method.toUpperCase()} ${path}`)), h('p', {}, `${operation.summary}. `, operation.description ?? ''),
    operation.parameters?.length ? h('table', {}, h('thead', {}, h('tr', {}, ...['parameter', 'in', 'type', 'meaning'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, ...operation.parameters.map((/** @type {any} */ p) => h('tr', {}, h('th', { scope: 'row' }, h('code', {}, p.name), p.required ? ' (needed)' : ''), h('td', {}, p.in),
        h('td', {}, kind(p.schema, all)), h('td', {}, p.description ?? p.schema?.description ?? ''))))) : null,
    body ? h('p', {}, 'Body: ', h('code', {}, kind(body.schema, all) || 'JSON')) : null,
    schema ? h('p', {}, `Answer: ${content?.[0]}, `, h('code', {}, kind(schema, all))) : null,
    method === 'get' ? h('p', {}, h('a', { href: `${path.slice(1)}${example ? `?${example}` : ''}` }, 'Try it')) : null);
}

try {
  const api = await (await fetch('openapi.json')).json();
  const all = api.components.schemas;
  fill(find('#operations'),
    ...Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => describe(path, method, operation, all))),
    h('h2', {}, 'What is in them'),
    ...Object.entries(all).map(([name, schema]) => h('section', {}, h('h3', { id: name }, h('code', {}, name)), fields(schema, all))));
} catch (error) {
  fill(find('#operations'), h('p', { class: 'wrong' }, `The description could not be read: ${error}`));
}
