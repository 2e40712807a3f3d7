import { type CheckedText, type CheckRequest, checkText } from './check-text.ts'

export type Check = (request: CheckRequest) => Promise<CheckedText>

interface Answer {
  readonly id: number
  readonly checked: CheckedText
}

/** Returns a checker that runs in a worker, or in the page where workers are not available or when the worker fails. */
export function createChecker(): Check {
  const waiting = new Map<number, { readonly request: CheckRequest; readonly tell: (checked: CheckedText) => void }>()
  let count = 0
  let worker = startWorker()
  worker?.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.tell(data.checked)
    waiting.delete(data.id)
  })
  worker?.addEventListener('error', () => {
    worker = null
    for (const { request, tell } of waiting.values()) tell(checkText(request))
    waiting.clear()
  })
  return (request) => {
    const here = worker
    if (here === null) return Promise.resolve(checkText(request))
    const id = ++count
    return new Promise((tell) => {
      waiting.set(id, { request, tell })
      here.postMessage({ id, request })
    })
  }
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module', name: 'orchard-config' })
  } catch (error) {
    // A page that may not start workers still checks.
    if (error instanceof DOMException) return null
    throw error
  }
}
