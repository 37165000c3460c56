import { create } from "zustand";

export const useMenu = create<{ open: boolean }>(() => ({ open: false }));
export const openMenu = (): void => useMenu.setState({ open: true });
export const closeMenu = (): void => useMenu.setState({ open: false });
