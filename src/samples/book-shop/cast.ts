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
/** A program of the sample, with the permissions of its own bindings. */
export const bot = (name: string): Actor => ({ name, groups: ['shop:bots', 'system:authenticated'], manager: name })

/** Has full access. Sets up the shop. */
export const admin: Actor = person('admin', 'system:masters', 'orchctl')
/** May edit the namespaces `shop` and `staging`. */
export const alice: Actor = person('alice', 'shop:editors', 'orchctl')
/** The same user with another client, which owns different fields. */
export const aliceWithKustomize: Actor = { ...alice, manager: 'kustomize' }
/** May edit the namespace `shop` only. */
export const bob: Actor = person('bob', 'shop:writers', 'dashboard')
/** May read everything and change nothing. */
export const carol: Actor = person('carol', 'shop:viewers', 'orchctl')

/** May only patch books. */
export const stockBot: Actor = bot('stock-bot')
/** May patch the scale of deployments. */
export const autoscaler: Actor = bot('hpa')
/** Reports the status of the shop's deployments. */
export const shopController: Actor = bot('shop-controller')
/** Removed its finalizer from the namespace `staging` when the addresses were released. */
export const addressKeeper: Actor = bot('address-keeper')
/** Still has a finalizer on the namespace `staging`: the ledger is not exported yet. */
export const ledgerExporter: Actor = bot('ledger-exporter')
