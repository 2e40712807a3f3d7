/** Who sends a request of the story, and with which program. */
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

/** May do everything. Sets the shop up. */
export const admin = person('admin', 'system:masters', 'orchctl')
/** May edit the namespaces `shop` and `staging`. */
export const alice = person('alice', 'shop:editors', 'orchctl')
/** The same person with another program, which therefore owns other fields. */
export const aliceWithKustomize: Actor = { ...alice, manager: 'kustomize' }
/** May edit the namespace `shop` only. */
export const bob = person('bob', 'shop:writers', 'dashboard')
/** May look at everything, and change nothing. */
export const carol = person('carol', 'shop:viewers', 'orchctl')

/** May patch books, no more. */
export const stockBot = bot('stock-bot')
/** May patch the scale of deployments. */
export const autoscaler = bot('hpa')
/** Reports the status of the shop's deployments. */
export const shopController = bot('shop-controller')
/** Let go of the namespace `staging` when its addresses were released. */
export const addressKeeper = bot('address-keeper')
/** Still holds the namespace `staging`: the ledger is not exported yet. */
export const ledgerExporter = bot('ledger-exporter')
