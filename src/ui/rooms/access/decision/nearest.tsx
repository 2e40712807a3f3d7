import { useLab } from '#ui/lab/use-lab.ts'
import type { Decided } from '#ui/rooms/access/state/access-store.ts'
import { rolesIdOf } from '#ui/rooms/access/state/roles-of.ts'
import { nearestChange, placeOf } from '#ui/lab/nearest-change.ts'
import styles from './trace.module.css'

/** Shows the smallest change of roles that would allow the request, with a button that opens it. */
export function Nearest({ decided: { trial, action } }: { readonly decided: Decided }) {
  const lab = useLab()
  const change = nearestChange(trial, action)
  if (change === null) return null
  if (change.type === 'binding')
    return (
      <p>
        Nearest change that allows it: bind <b>{action.user.name}</b> to a role with <code>{action.verb}</code>
        {change.namespace === '' ? ' for the whole cluster.' : ` in ${change.namespace}.`}
      </p>
    )
  const { kind, name, namespace } = change.role
  const open = () => {
    lab.selection.selectObject({
      resourceId: rolesIdOf(lab.objects.getState(), kind === 'Role' ? 'roles' : 'clusterroles'),
      namespace,
      name,
    })
    lab.goTo('lab')
  }
  return (
    <p>
      Nearest change that allows it: add{' '}
      {change.add.map(({ miss, value }, at) => (
        <span key={miss}>
          {at > 0 && ' and '}
          <code>{value}</code> to <code>{placeOf(miss)}</code>
        </span>
      ))}{' '}
      of {kind === 'Role' ? 'role' : 'cluster role'} <b>{name}</b>.{' '}
      <button type="button" className={styles.link} onClick={open}>
        Open {name} in the Lab
      </button>
    </p>
  )
}
