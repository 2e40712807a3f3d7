/** The user and the client that send a request of the story. */
export interface Actor {
  readonly name: string
  readonly groups: readonly string[]
  /** Sent as `fieldManager`. */
  readonly manager: string
}

const person = (name: string, group: string, manager: string): Actor => ({
  name,
  groups: [group, 'system:authenticated'],
  manager,
})
const bot = (name: string): Actor => ({ name, groups: ['shop:bots', 'system:authenticated'], manager: name })

/** Has full access. Sets up the shop. */
export const admin = person('admin', 'system:masters', 'orchctl')
/** May edit the namespaces `shop` and `staging`. */
export const alice = person('alice', 'shop:editors', 'orchctl')
/** The same user with another client, which owns different fields. */
export const aliceWithKustomize: Actor = { ...alice, manager: 'kustomize' }
/** May edit the namespace `shop` only. */
export const bob = person('bob', 'shop:writers', 'dashboard')
/** May read everything and change nothing. */
export const carol = person('carol', 'shop:viewers', 'orchctl')

/** May only patch books. */
export const stockBot = bot('stock-bot')
/** May patch the scale of deployments. */
export const autoscaler = bot('hpa')
/** Reports the status of the shop's deployments. */
export const shopController = bot('shop-controller')
/** Removed its finalizer from the namespace `staging` when the addresses were released. */
export const addressKeeper = bot('address-keeper')
/** Still has a finalizer on the namespace `staging`: the ledger is not exported yet. */
export const ledgerExporter = bot('ledger-exporter')
