interface Waiting {
  grant(): void
}

/** Creates a LockManager of exclusive locks for tests in Node, with `ifAvailable` and `steal`. */
export function createFakeLocks(): LockManager {
  const holders = new Map<string, { steal(): void }>()
  const queues = new Map<string, Waiting[]>()

  const release = (name: string): void => {
    holders.delete(name)
    queues.get(name)?.shift()?.grant()
  }

  const request = (name: string, options: LockOptions, work: LockGrantedCallback<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const grant = (): void => {
        const holder = { steal: () => reject(new DOMException('stolen', 'AbortError')) }
        holders.set(name, holder)
        Promise.resolve(work({ name, mode: 'exclusive' }))
          .then(resolve, reject)
          .finally(() => {
            if (holders.get(name) === holder) release(name)
          })
      }
      if (!holders.has(name)) grant()
      else if (options.steal === true) {
        holders.get(name)?.steal()
        grant()
      } else if (options.ifAvailable === true) resolve(work(null))
      else queues.set(name, [...(queues.get(name) ?? []), { grant }])
    })

  return { request, query: () => Promise.resolve({}) } as LockManager
}
