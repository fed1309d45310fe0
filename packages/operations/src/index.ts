/** The operations of the house, shared by the terminal and the panel. */
export {};
