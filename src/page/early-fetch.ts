import { isApiUrl } from './api-url.ts'

/** The browser's own fetch, saved before this page replaces it. */
export const networkFetch = window.fetch.bind(window)

/**
 * Lets requests wait that are sent to the API before the page's scripts are there, so that none reaches the static host.
 * Returns a function that lets them go to the `window.fetch` that is set by then. [TR4]
 */
export function holdEarlyRequests(): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!isApiUrl(new URL(request.url))) return networkFetch(request)
    await released
    return window.fetch(request)
  }
  return release
}
