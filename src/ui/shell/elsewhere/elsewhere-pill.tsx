import { PillPopover } from '#ui/kit/popover.tsx'

/** Names the server outside of this browser, and the way back to the own one. [ELS1] */
export function ElsewherePill({ address }: { readonly address: string }) {
  return (
    <PillPopover label={`Server at ${address.replace(/^https?:\/\//, '')}`}>
      <p>
        <b>This page shows a server outside of the browser.</b> What you write is stored there, and other clients see
        it. Writes of other hosts on the same store appear with the name of their host.
      </p>
      <a href="./">Back to the server in this browser</a>
    </PillPopover>
  )
}
