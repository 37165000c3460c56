import { SkeletonRows } from "../ui/Message.tsx";

export const PageSkeleton = () => (
  <div className="screen">
    <div className="navbar" />
    <SkeletonRows />
  </div>
);
