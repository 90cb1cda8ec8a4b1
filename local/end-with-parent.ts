// Preloaded into what startChild starts: a program ends with the one that started it, also when that one was killed.
const STOP_TIMEOUT_MS = 4_000

process.on('disconnect', () => {
  signalGroup('SIGTERM')
  setTimeout(() => signalGroup('SIGKILL'), STOP_TIMEOUT_MS).unref()
})
// Listening alone must not keep a program running that has nothing left to do.
process.channel?.unref()

/** The program's whole group where it leads one, as startChild arranges it; else the program alone. */
function signalGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal)
  } catch {
    process.kill(process.pid, signal)
  }
}
