import { Suspense } from 'react'
import { lazily } from '#ui/kit/later.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { PillPopover } from '#ui/kit/popover.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { useHostStatus } from './starting.tsx'

const ElsewherePill = lazily(async () => (await import('./elsewhere/elsewhere-pill.tsx')).ElsewherePill)

/** States how this page reaches its server, if not in the default way. */
export function HostPills() {
  const { host } = useLab()
  const status = useHostStatus()
  if (status.step !== 'done') return null
  if (status.elsewhere !== '')
    return (
      <Suspense>
        <ElsewherePill address={status.elsewhere} />
      </Suspense>
    )
  return (
    <>
      {status.transport === 'direct' && (
        <PillPopover
          label={
            <>
              <Icon name="bolt" size={12} />
              Direct mode
            </>
          }
        >
          <p>
            <b>Requests take the in-page path.</b> Responses are the same. Other tabs and the address bar cannot reach
            the server.
          </p>
          {status.transportReason !== '' && <p>Reason: {status.transportReason}.</p>}
          <Button size="small" onClick={() => void host.actions.retryTransport()}>
            Try again
          </Button>
        </PillPopover>
      )}
      {status.transport !== 'direct' && status.streams === 'direct' && (
        <PillPopover
          label={
            <>
              <Icon name="bolt" size={12} />
              Streams use direct mode
            </>
          }
        >
          <p>
            <b>Watches work.</b> They bypass the service worker, so the network panel of the browser does not list them.
          </p>
        </PillPopover>
      )}
      {status.server === 'other-tab' && (
        <PillPopover label={`Connected to tab ${status.serverTab === '' ? '' : `“${status.serverTab}”`}`}>
          <p>
            <b>Another tab runs the server;</b> this tab is a client. If it closes, this one takes over.
          </p>
          <Button size="small" onClick={() => void host.actions.takeOver()}>
            Take over
          </Button>
        </PillPopover>
      )}
    </>
  )
}
