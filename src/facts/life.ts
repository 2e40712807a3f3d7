/** The ConfigMap that says whether a cluster lives, and by which stages: part of its history, samples, branches and links. */
export const LIFE_NAMESPACE = 'kube-system'
export const LIFE_NAME = 'simulated-nodes'
/** `"true"` while the loops, the scheduler and the nodes run. */
export const RUNNING_KEY = 'running'
/** The number of simulated nodes. */
export const NODES_KEY = 'nodes'
export const STAGES_KEY = 'stages.yaml'
