import { StorageError } from '#server/storage/log.ts'

interface Waiter {
  readonly revision: number
  readonly needsProgress: boolean
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
  readonly timer: NodeJS.Timeout
}

/** Callers that wait until a mirror has reached a revision. */
export class Waiters {
  #waiting: Waiter[] = []
  readonly #wantProgress: (isWanted: boolean) => void

  /** `wantProgress` is called with true while a caller waits for a revision that may come without an event. */
  constructor(wantProgress: (isWanted: boolean) => void) {
    this.#wantProgress = wantProgress
  }

  /** @throws StorageError unavailable after `timeoutMs` */
  wait(revision: number, { needsProgress, timeoutMs }: { needsProgress: boolean; timeoutMs: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiter)
        this.#tell()
        reject(new StorageError('unavailable', `etcd has not sent the events up to revision ${revision} in time`))
      }, timeoutMs)
      const waiter: Waiter = { revision, needsProgress, resolve, reject, timer }
      this.#waiting.push(waiter)
      this.#tell()
    })
  }

  reached(revision: number): void {
    if (this.#waiting.length === 0) return
    const done = this.#waiting.filter((one) => one.revision <= revision)
    if (done.length === 0) return
    this.#waiting = this.#waiting.filter((one) => one.revision > revision)
    this.#tell()
    for (const { timer, resolve } of done) {
      clearTimeout(timer)
      resolve()
    }
  }

  fail(error: StorageError): void {
    const failed = this.#waiting
    this.#waiting = []
    this.#tell()
    for (const { timer, reject } of failed) {
      clearTimeout(timer)
      reject(error)
    }
  }

  #tell(): void {
    this.#wantProgress(this.#waiting.some((one) => one.needsProgress))
  }
}
