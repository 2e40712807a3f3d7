/** Returns the path of an etcd that is there already; `''` if there is none. */
export function presentEtcd(): string
/** Returns the path of an etcd, and unpacks one if necessary; `''` if there is none. */
export function findEtcd(): string
