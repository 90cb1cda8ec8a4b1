/** Shows or hides the page's own message about scripts that cannot be loaded: the toasts' may be one of them. */
export function showLoadFailure(failed: boolean): void {
  const message = document.getElementById('not-loaded')
  if (message) message.hidden = !failed
}
