// The scripts that take the page over are fetched all at once, but after its first paint: until then they would only keep it
// from being seen. Each has a tag of its own and so runs by itself, which blocks the page for less long than all in one go.
// Stands in the page, which names them.

export {}

// A page in the background is not painted before somebody looks at it.
if (document.hidden) fetchScripts()
else requestAnimationFrame(() => setTimeout(fetchScripts))

function fetchScripts(): void {
  const [start = '', ...imported] = document.getElementById('admin')?.dataset['scripts']?.split(' ') ?? []
  for (const src of [...imported, start]) {
    document.body.append(Object.assign(document.createElement('script'), { type: 'module', src }))
  }
}
