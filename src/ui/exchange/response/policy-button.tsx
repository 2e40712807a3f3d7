import type { Status } from '#api/status.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'

/** Opens the policy that refused a request in the Config room; nothing for other refusals. */
export function PolicyButton({ status }: { readonly status: Status }) {
  const lab = useLab()
  const [, kind = '', name = ''] =
    /\b(ValidatingAdmissionPolicy|MutatingAdmissionPolicy) '([^']+)'/.exec(status.message ?? '') ?? []
  if (name === '') return null
  const open = (): void => {
    lab.layout.setBench('config', `${kind}/${name}`)
    lab.goTo('config')
  }
  return (
    <Button size="small" onClick={open} data-testid="open-policy">
      Open the policy
    </Button>
  )
}
