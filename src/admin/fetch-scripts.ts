// The scripts that take the page over are fetched all at once, but after its first paint: until then they would only keep it
// from being seen. Stands in the page, which names them.

export {}

requestAnimationFrame(() => setTimeout(fetchScripts))

function fetchScripts(): void {
  const [start = '', ...others] = document.getElementById('admin')?.dataset['scripts']?.split(' ') ?? []
  for (const href of others) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  document.body.append(Object.assign(document.createElement('script'), { type: 'module', src: start }))
}
