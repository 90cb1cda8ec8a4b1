/** Saves a file with the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers begin the download after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
