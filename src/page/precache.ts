import type { KeepBuildAnswer, KeepBuildRequest } from '#wire/keep-build-request.ts'

/**
 * Asks the service worker to keep this build for times when the host is unreachable. Without one there is nothing that could
 * serve it. `note` is called with a line when it could not be kept: the page works without, and the next visit tries
 * again. [TR5]
 */
export function precacheBuild(note: (line: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<KeepBuildAnswer>) => {
    port1.close()
    if (data.error !== '') note(`this build was not cached for offline use: ${data.error}`)
  }
  navigator.serviceWorker.controller?.postMessage({ type: 'ORCHARD_KEEP_BUILD' } satisfies KeepBuildRequest, [port2])
}
