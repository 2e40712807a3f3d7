import { useStore } from 'zustand'
import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton, type MenuSection } from '#ui/kit/menu.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { listedKinds, type PolicyItem, typeOfKind } from '#ui/rooms/config/policy-state/policy-items.ts'
import { newPolicy } from '#ui/rooms/config/policy-state/new-policy.ts'
import { type PolicyTemplate, policyTemplates } from '#ui/rooms/config/policy-state/policy-templates.ts'
import { turnGateOn } from '#ui/rooms/config/policy-state/turn-gate-on.ts'
import { usePolicyItems } from '#ui/rooms/config/policy-state/use-policy-items.ts'
import { usePolicyRoom, usePolicyState } from '#ui/rooms/config/policy-state/use-policy.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import { FileButton } from '#ui/rooms/config/files/file-button.tsx'
import styles from '#ui/rooms/config/files/files.module.css'

const sections = ['Schemas', 'Policies', 'Bindings'] as const
const noteOf = new Map(listedKinds.map(({ kind, note }) => [kind, note]))
const sectionOf = new Map(listedKinds.map(({ kind, section }) => [kind, section]))

/** The definitions, policies and bindings of the cluster, beside the configuration files. [CB11] */
export function PolicyList() {
  const items = usePolicyItems()
  return (
    <section aria-label="Schemas and policies" data-testid="policy-list">
      <div className={styles.head}>
        <h2>Schemas and policies</h2>
        <NewPolicy />
      </div>
      {items.length === 0 && (
        <p className={styles.say}>
          The cluster has none. Begin with a template; nothing is in force until it is saved.
        </p>
      )}
      {sections.map((section) => {
        const own = items.filter(({ kind }) => sectionOf.get(kind) === section)
        return (
          own.length > 0 && (
            <div key={section} role="group" aria-label={section}>
              <h3 className={styles.heading}>{section}</h3>
              <ul>
                {own.map((item) => (
                  <li key={item.key}>
                    <PolicyRow item={item} />
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </section>
  )
}

/** Offers a template of each kind that the server serves. */
function NewPolicy() {
  const lab = useLab()
  const room = useRoom()
  const policies = usePolicyRoom()
  const collections = useStore(lab.objects, (state) => state.collections)
  const isServed = ({ kind }: PolicyTemplate): boolean =>
    typeOfKind({ discovered: true, collections, changedAt: new Map() }, kind) !== undefined
  const open = (template: PolicyTemplate): void =>
    room.store.openObject(newPolicy(policies.store, lab.objects.getState(), template))
  const itemsOf = (templates: readonly PolicyTemplate[], run: (template: PolicyTemplate) => void): MenuSection => ({
    items: templates.map((template) => ({ id: template.title, label: template.title, run: () => run(template) })),
  })
  const gated = policyTemplates.filter((template) => !isServed(template) && template.gate !== undefined)
  const [gate = ''] = gated.map((template) => template.gate)
  const turnOn = async (template: PolicyTemplate): Promise<void> => {
    await turnGateOn(lab, gate, template.kind)
    open(template)
  }
  return (
    <MenuButton
      look="ghost"
      size="small"
      menuLabel="New from a template"
      sections={[
        itemsOf(policyTemplates.filter(isServed), open),
        ...(gated.length === 0
          ? []
          : [
              {
                heading: `Turns on the feature ${gate}`,
                ...itemsOf(gated, (template) => void attempt(lab, turnOn(template))),
              },
            ]),
      ]}
    >
      <Icon name="plus" size={14} /> New
    </MenuButton>
  )
}

function PolicyRow({ item: { key, kind, name, isDraft } }: { readonly item: PolicyItem }) {
  const { store } = useRoom()
  const isOpen = useRoomState((state) => state.object === key)
  const errors = usePolicyState((state) =>
    state.open === key ? state.check.problems.filter(({ severity }) => severity === 'error').length : 0,
  )
  const open = () => {
    store.openObject(key)
    store.closeDrawer()
  }
  const mark = isDraft ? 'draft' : noteOf.get(kind)
  return <FileButton name={name} isOpen={isOpen} errors={errors} mark={mark} title={`${kind} ${name}`} onOpen={open} />
}
