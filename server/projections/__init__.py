"""What a viewer may know of a table: views, news, diffs and replays."""
