import { toStorageError } from './group-commit.ts'

/** The background work of a log, one piece after another; what it failed with last shows in the log's status. */
export class Maintenance {
  #last: Promise<void> = Promise.resolve()
  #error = ''

  /** Runs `work` after all work before it. What it throws is the caller's and is shown in the status. */
  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.then(
      () => void (this.#error = ''),
      (error: unknown) => this.report(error),
    )
    return done
  }

  /** Settles, never rejects, when the work known by now is done. */
  idle(): Promise<void> {
    return this.#last
  }

  report(error: unknown): void {
    this.#error = toStorageError(error).message
  }

  status(): { readonly maintenanceError?: string } {
    return this.#error === '' ? {} : { maintenanceError: this.#error }
  }
}
