/** The two bots of the sample cluster, as declared actors. [SD2] [SD4] docs/simulated-nodes.md */
export const stockBotText = `# Sells a copy of a book every four seconds, and has more delivered when it is sold out.
# It may only patch books, so it visits them by name instead of following them.
name: stock-bot
groups: [shop:bots, system:authenticated]
seed: 1
visits:
  collection: /apis/catalog.example/v1/namespaces/shop/books
  names: [dune, emma, middlemarch, ulysses, walden]
  everyMs: 4000
stages:
- name: delivery
  match: { spec.stock: ['0'] }
  next: { patch: { spec: { stock: 24 } } }
- name: sale
  match: { spec.stock: present }
  next: { patch: { spec: { stock: $spec.stock-1 } } }
`

export const shopControllerText = `# Reports the status of the shop's Deployments in two steps, as pods become ready.
name: shop-controller
groups: [shop:bots, system:authenticated]
seed: 1
follows: /apis/apps/v1/namespaces/shop/deployments
stages:
- name: settled
  match: { status.observedGeneration: [$metadata.generation], status.readyReplicas: [$spec.replicas] }
- name: settled-without-replicas
  match: { status.observedGeneration: [$metadata.generation], spec.replicas: ['0'], status.readyReplicas: absent, status.unavailableReplicas: absent }
- name: available
  match: { status.observedGeneration: [$metadata.generation] }
  delay: { ms: 900 }
  next:
    subresource: status
    patch:
      status:
        replicas: $spec.replicas
        updatedReplicas: $spec.replicas
        readyReplicas: $spec.replicas
        availableReplicas: $spec.replicas
        unavailableReplicas: null
        conditions:
        - type: Available
          status: 'True'
          reason: MinimumReplicasAvailable
          message: Deployment has minimum availability.
          lastUpdateTime: $now
          lastTransitionTime: $now
- name: progressing
  delay: { ms: 900 }
  next:
    subresource: status
    patch:
      status:
        observedGeneration: $metadata.generation
        replicas: $spec.replicas
        updatedReplicas: $spec.replicas
        readyReplicas: $spec.replicas-1
        availableReplicas: $spec.replicas-1
        unavailableReplicas: 1
        conditions:
        - type: Available
          status: 'False'
          reason: MinimumReplicasUnavailable
          message: Deployment does not have minimum availability.
          lastUpdateTime: $now
          lastTransitionTime: $now
`
