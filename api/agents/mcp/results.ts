/** The result of a tool: the body, and the same as text for clients that know no other. */
export function toolResult(body: Record<string, unknown>): Record<string, unknown> {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
}
