// Bundled by pack-test, to see what a page pays for a server with the smallest set of kinds.
import { createOrchard } from '@orchard-server/orchard'
import { core } from '@orchard-server/orchard/kinds'

const server = await createOrchard({ kinds: [core] })
document.title = String(server.revision())
