// Starts a script that prints the address of its server.
import { spawn } from 'node:child_process'

/** Resolves with the address and a function that ends the server. */
export function startServer(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.stdout.on('data', (text) => {
      const [url] = /https?:\/\/\S+/.exec(String(text)) ?? []
      if (url !== undefined) resolve({ url, end: () => child.kill('SIGKILL') })
    })
  })
}
