// A client of oxo mcp by the TypeScript SDK of the protocol. Its arguments are the command that serves, or an address.
// It prints what it has found as JSON.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [, , command, ...args] = process.argv;
const transport = command.startsWith('http') ? new StreamableHTTPClientTransport(new URL(command)) : new StdioClientTransport({ command, args });
const client = new Client({ name: 'oxo-test', version: '1.0.0' });
await client.connect(transport);

// The SDK checks each structured answer against the schema that tools/list gave.
const { tools } = await client.listTools();
const found = { tools: tools.map((tool) => tool.name), answers: {}, errors: {} };
const position = { game: 'connect4:5x4', moves: '3 3 2' };
const asked = {
  games: {}, position, legal_moves: position, values: position, best_move: position, why: { ...position, move: '4' },
  judge: { ...position, move: '3' }, review: position, solve: position, picture: position,
};
for (const [name, given] of Object.entries(asked)) {
  const answer = await client.callTool({ name, arguments: given });
  found.answers[name] = { error: answer.isError ?? false, text: answer.content.map((c) => c.text ?? '').join('\n'), structured: answer.structuredContent };
}
const wrong = await client.callTool({ name: 'values', arguments: { game: 'connect4:5x4', moves: '9' } });
found.errors.illegal = { error: wrong.isError ?? false, text: wrong.content[0].text };
const stop = new AbortController();
setTimeout(() => stop.abort(), 100);
found.errors.cancelled = await client.callTool({ name: 'solve', arguments: { game: 'connect4', ms: 600000 } }, undefined, { signal: stop.signal }).then(() => 'answered', (error) => String(error));
found.resources = (await client.listResources()).resources.length;
found.rules = (await client.readResource({ uri: 'oxo://rules/chess' })).contents[0].text;
found.coach = (await client.getPrompt({ name: 'coach', arguments: { game: 'tictactoe', moves: 'b2' } })).messages[0].content.text;
await client.close();
console.log(JSON.stringify(found));
