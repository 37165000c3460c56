import { SkeletonRows } from "../ui/Skeleton.tsx";

export const PageSkeleton = () => (
  <div className="screen">
    <div className="navbar" />
    <SkeletonRows />
  </div>
);
