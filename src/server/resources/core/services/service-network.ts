/** The network of cluster IPs. */
export const serviceNetwork = '10.96.0.0/12'
