// A page that lists ConfigMaps and follows them by a watch. It knows nothing of Orchard.
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const path = '/api/v1/namespaces/default/configmaps'

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
}
interface WatchEvent {
  readonly type: string
  readonly object: ConfigMap & { readonly code?: number }
}

/** Calls `onEvent` for each event until the stream ends. */
async function readEvents(version: string, signal: AbortSignal, onEvent: (event: WatchEvent) => void): Promise<void> {
  const { body } = await fetch(`${path}?watch=true&resourceVersion=${version}`, { signal })
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') onEvent(JSON.parse(line) as WatchEvent)
  }
}

function ConfigMaps() {
  const [names, setNames] = useState<readonly string[]>([])
  const [lists, setLists] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    const follow = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const list = await (await fetch(path, { signal: ending.signal })).json()
        setNames(list.items.map(({ metadata }: ConfigMap) => metadata.name))
        setLists((count) => count + 1)
        await readEvents(list.metadata.resourceVersion, ending.signal, ({ type, object }) => {
          const { name } = object.metadata
          if (type === 'ADDED') setNames((all) => [...all, name])
          if (type === 'DELETED') setNames((all) => all.filter((each) => each !== name))
        })
      }
    }
    follow().catch((error: unknown) => ending.signal.aborted || reportError(error))
    return () => ending.abort()
  }, [])
  return (
    <main>
      <h1>ConfigMaps</h1>
      <p>Listed {lists} times</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </main>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<ConfigMaps />)
