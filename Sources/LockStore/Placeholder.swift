/// The store.
