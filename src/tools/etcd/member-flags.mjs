/**
 * The flags of one etcd member that listens on the loop-back. It does not sync to disk: a member of a bench or demo need not
 * survive a power failure.
 */
export const memberFlags = ({ folder, client, peer, cluster, name = 'default' }) => [
  '--name',
  name,
  '--data-dir',
  folder,
  '--log-level',
  'error',
  '--unsafe-no-fsync',
  '--listen-client-urls',
  client,
  '--advertise-client-urls',
  client,
  '--listen-peer-urls',
  peer,
  '--initial-advertise-peer-urls',
  peer,
  '--initial-cluster',
  cluster,
]
