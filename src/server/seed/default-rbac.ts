import type { DefaultRbac } from './seed-rbac.ts'
import defaults from './default-rbac.json' with { type: 'json' }

/**
 * The roles and bindings of a new server. A module of its own, because a dev server answers the import of a JSON file with
 * JavaScript, which browsers refuse in a dynamic import of type `json`.
 */
export const defaultRbac = defaults as DefaultRbac
