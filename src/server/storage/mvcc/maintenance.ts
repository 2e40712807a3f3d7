import { toStorageError } from './group-commit.ts'

/** Runs the background work of a log one task at a time. The last failure is shown in the status of the log. */
export class Maintenance {
  #last: Promise<void> = Promise.resolve()
  #error = ''

  /** Runs `work` after all earlier work. Its error is thrown to the caller and also shown in the status. */
  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.then(
      () => void (this.#error = ''),
      (error: unknown) => this.report(error),
    )
    return done
  }

  /** Resolves, and never rejects, when all work queued so far is done. */
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
