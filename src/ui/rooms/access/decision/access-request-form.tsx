import { type ReactNode, useId } from 'react'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { useStore } from 'zustand'
import {
  type AccessRequest,
  hasName,
  pathVerbs,
  requestLine,
  resourceVerbs,
} from '#ui/rooms/access/state/access-request.ts'
import {
  useAccess,
  useAccessState,
  useIdentities,
  useNamespaces,
  useResource,
  useResources,
} from '#ui/rooms/access/state/use-access.ts'
import styles from './access-request.module.css'

/** The form that defines a request as a sentence: As … may … in …; below it the request line is shown. */
export function AccessRequestForm() {
  const { store, decide } = useAccess()
  const accessRequest = useAccessState((state) => state.accessRequest)
  const resource = useResource(accessRequest.resourceId)
  const change = (part: Partial<AccessRequest>) => store.changeAccessRequest(part)
  const toggle = (value: string) =>
    change(value === 'path' ? { isResource: false, verb: 'get' } : { isResource: true, verb: 'get' })
  return (
    <form
      className={styles.accessRequest}
      aria-label="Request"
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      <Who />
      <Choice
        label="may"
        value={accessRequest.verb}
        choices={accessRequest.isResource ? resourceVerbs : pathVerbs}
        onChange={(verb) => change({ verb })}
      />
      {accessRequest.isResource ? (
        <ResourceParts accessRequest={accessRequest} change={change} />
      ) : (
        <Free label="path" value={accessRequest.path} onChange={(path) => change({ path })} />
      )}
      <div className={styles.wire}>
        <code className={styles.line}>{requestLine(accessRequest, resource)}</code>
        <Segments
          label="About"
          choices={[
            { value: 'resource', label: 'Resource' },
            { value: 'path', label: 'Path' },
          ]}
          value={accessRequest.isResource ? 'resource' : 'path'}
          onChange={toggle}
        />
      </div>
      <input type="submit" hidden />
    </form>
  )
}

function Who() {
  const { store } = useAccess()
  const identities = useIdentities()
  const chosen = useAccessState((state) => state.identityId)
  return (
    <Word label="As">
      {(id) => (
        <select id={id} value={chosen} onChange={({ target }) => store.chooseIdentity(target.value)}>
          {identities.map((each) => (
            <option key={each.id} value={each.id}>
              {each.user.name}
            </option>
          ))}
        </select>
      )}
    </Word>
  )
}

interface PartsProps {
  readonly accessRequest: AccessRequest
  readonly change: (part: Partial<AccessRequest>) => void
}

function ResourceParts({ accessRequest, change }: PartsProps) {
  const resources = useResources()
  const resource = useResource(accessRequest.resourceId)
  const namespaces = useNamespaces()
  const items = useStore(useLab().objects, (state) => state.collections.get(accessRequest.resourceId)?.items)
  const names = [...(items?.values() ?? [])]
    .filter(
      ({ metadata }) => (metadata.namespace ?? '') === (resource?.namespaced === true ? accessRequest.namespace : ''),
    )
    .map(({ metadata }) => metadata.name ?? '')
  return (
    <>
      <Word label="">
        {(id) => (
          <select
            id={id}
            aria-label="Resource"
            value={accessRequest.resourceId}
            onChange={({ target }) => change({ resourceId: target.value, name: '' })}
          >
            {resources.map((each) => (
              <option key={each.id} value={each.id}>
                {each.kind}
              </option>
            ))}
          </select>
        )}
      </Word>
      <Free
        label="/"
        name="Subresource"
        value={accessRequest.subresource}
        size={6}
        placeholder="none"
        onChange={(subresource) => change({ subresource })}
      />
      {hasName(accessRequest) && (
        <Free
          label="named"
          value={accessRequest.name}
          list={names}
          placeholder="any"
          onChange={(name) => change({ name })}
        />
      )}
      {resource?.namespaced === true && (
        <Choice
          label="in"
          name="Namespace"
          value={accessRequest.namespace}
          choices={[...new Set([accessRequest.namespace, ...namespaces, ''])]}
          empty="all namespaces"
          onChange={(namespace) => change({ namespace })}
        />
      )}
    </>
  )
}

interface WordProps {
  readonly label: string
  readonly children: (id: string) => ReactNode
}

/** A word of the sentence with its field. */
function Word({ label, children }: WordProps) {
  const id = useId()
  return (
    <span className={styles.word}>
      {label !== '' && <label htmlFor={id}>{label}</label>}
      {children(id)}
    </span>
  )
}

interface ChoiceProps {
  readonly label: string
  /** Accessible name, if it differs from the word. */
  readonly name?: string
  readonly value: string
  readonly choices: readonly string[]
  /** Label of the empty choice. */
  readonly empty?: string
  readonly onChange: (value: string) => void
}

const Choice = ({ label, name, value, choices, empty = '', onChange }: ChoiceProps) => (
  <Word label={label}>
    {(id) => (
      <select id={id} aria-label={name} value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === '' ? empty : choice}
          </option>
        ))}
      </select>
    )}
  </Word>
)

interface FreeProps {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly list?: readonly string[]
  readonly size?: number
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

function Free({ label, name, value, list = [], size = 10, placeholder = '', onChange }: FreeProps) {
  const listId = useId()
  return (
    <Word label={label}>
      {(id) => (
        <>
          <input
            id={id}
            aria-label={name}
            value={value}
            size={Math.max(size, value.length)}
            placeholder={placeholder}
            list={list.length === 0 ? undefined : listId}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
          {list.length > 0 && (
            <datalist id={listId}>
              {list.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Word>
  )
}
