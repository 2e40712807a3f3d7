/**
 * A value, or a promise of it where something has to be waited for. A request to a server whose log is in memory
 * rarely waits, and each promise on its way costs as much as a small piece of work.
 */
export type Soon<Value> = Value | Promise<Value>

/** Calls `next` with the value: at once if it is there, otherwise when it comes. */
export function soon<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
