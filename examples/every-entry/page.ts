// Bundled by pack-test, to see what a page pays for a server.
import { createOrchard } from '@orchard-server/orchard'

const server = await createOrchard()
document.title = String(server.revision())
