import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { listAuthorizers, type ListedAuthorizer } from './authorizers.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { type RoleResource, rolesIdOf } from '#ui/rooms/access/state/roles-of.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './identities.module.css'

/** Returns the number of stored roles and bindings: `6 roles, 9 bindings`. */
function useRoleWords(): string {
  const collections = useStore(useLab().objects, (state) => state.collections)
  const count = (...resources: readonly RoleResource[]): number =>
    resources.reduce((sum, each) => sum + (collections.get(rolesIdOf({ collections }, each))?.items.size ?? 0), 0)
  const roles = countText(count('roles', 'clusterroles'), 'role')
  return `${roles}, ${countText(count('rolebindings', 'clusterrolebindings'), 'binding')}`
}

/** Lists the authorizers in order; without a file, offers a starter file. */
export function AuthorizersList() {
  const lab = useLab()
  const { startWith, withdraw } = useAccess()
  const configs = useAccessState((state) => valueOf(state.configs))
  const refusal = useAccessState((state) => state.refusal)
  const roleWords = useRoleWords()
  const text = configs?.configs.find(({ kind }) => kind === 'AuthorizationConfiguration')?.text ?? null
  const listed = listAuthorizers(text)
  const words = ({ type, words: own }: ListedAuthorizer): string => (type === 'RBAC' ? `${own}, ${roleWords}` : own)
  return (
    <section className={styles.authorizers} aria-label="Authorizers">
      <h3>Authorizers, in order</h3>
      {configs !== null && text === null && (
        <div className={styles.begin}>
          <p>No authorization file is in force: the flags of the server decide, and they allow everything.</p>
          <Button
            size="small"
            onClick={() => void startWith('AuthorizationConfiguration')}
            title="Puts an authorization file in force, with a few roles for the users of the sample"
            data-testid="start-authorization"
          >
            Use a webhook, then RBAC
          </Button>
          {refusal !== '' && <p role="alert">{refusal}</p>}
        </div>
      )}
      <ol className={styles.chain}>
        {listed.map((each, at) => (
          <li key={each.name}>
            <b aria-hidden="true">{at + 1}</b>
            <span>
              {each.name}
              <small>{words(each)}</small>
            </span>
          </li>
        ))}
      </ol>
      {text !== null && (
        <div className={styles.withdraw}>
          <Button size="small" look="ghost" onClick={() => lab.goTo('config')}>
            Edit in Config
          </Button>
          <Button
            size="small"
            look="ghost"
            title="Withdraws the authorization file: the flags of the server decide again"
            onClick={() => void withdraw('AuthorizationConfiguration')}
          >
            Withdraw
          </Button>
        </div>
      )}
    </section>
  )
}
