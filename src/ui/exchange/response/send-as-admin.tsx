import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { people } from '#ui/model/actor.ts'

/** Acts as the administrator from now on, and sends the refused request again; nothing for the administrator. */
export function SendAsAdmin({ send }: { readonly send: () => void }) {
  const { actor } = useLab()
  const acting = useStore(actor)
  const admin = people.find(({ name }) => name === 'admin')
  if (admin === undefined || acting.groups.includes('system:masters')) return null
  return (
    <Button
      size="small"
      look="primary"
      data-testid="send-as-admin"
      onClick={() => {
        actor.choose(admin)
        send()
      }}
    >
      Send as {admin.name}
    </Button>
  )
}
