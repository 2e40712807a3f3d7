// Starts `orchard serve` on a folder, and sends requests to it until it is killed.
import { spawn } from 'node:child_process'
import http from 'node:http'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../dist/node/orchard.js', import.meta.url))

/**
 * Starts the server. `ready` resolves with its address, or with `null` if the process ended before; `ended` resolves with the
 * exit code and signal.
 */
export function startHost(data, history) {
  const args = [program, 'serve', '--port', '0', '--data', data, '--history', history]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complaints] = ['', '']
  child.stderr.on('data', (text) => (complaints += text))
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (text) => {
      said += text
      const [, url] = /serves at (http:\S+)/.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
    void ended.then(() => resolve(null))
  })
  return { ready, ended, kill: () => child.kill('SIGKILL'), complaints: () => complaints }
}

/** A connection failed or ended before the whole answer came: the server may have done what was asked. */
export class Unanswered extends Error {}

/** A client of one server. */
export class Caller {
  #base
  #agent = new http.Agent({ keepAlive: true })

  constructor(base) {
    this.#base = base
  }

  close() {
    this.#agent.destroy()
  }

  #open({ method, path, body, type = 'application/json' }, onAnswer, onError) {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = bytes === undefined ? {} : { 'content-type': type, 'content-length': bytes.byteLength }
    const request = http.request(new URL(path, this.#base), { method, agent: this.#agent, headers }, onAnswer)
    return request.on('error', onError).end(bytes)
  }

  /** @throws Unanswered */
  send(method, path, content = {}) {
    return new Promise((resolve, reject) => {
      const fail = (error) => reject(new Unanswered(error.message))
      const onAnswer = (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('close', () => {
          if (!answer.complete) return fail(new Error('cut'))
          resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
        })
      }
      this.#open({ method, path, ...content }, onAnswer, fail)
    })
  }

  /** Calls `onEvent` for each event of a watch. Resolves when the connection ends. */
  watch(path, onEvent) {
    return new Promise((resolve) => {
      const onAnswer = (answer) => {
        let rest = ''
        answer.setEncoding('utf8').on('data', (text) => {
          const lines = (rest + text).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) onEvent(JSON.parse(line))
        })
        answer.on('error', resolve)
        answer.on('close', resolve)
      }
      this.#open({ method: 'GET', path }, onAnswer, resolve)
    })
  }
}
